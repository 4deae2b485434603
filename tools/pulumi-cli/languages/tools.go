//go:build tools

package languages

import (
	_ "github.com/pulumi/pulumi/sdk/go/pulumi-language-go/v3"
	_ "github.com/pulumi/pulumi/sdk/nodejs/cmd/pulumi-language-nodejs/v3"
	_ "github.com/pulumi/pulumi/sdk/python/cmd/pulumi-language-python/v3"
)
