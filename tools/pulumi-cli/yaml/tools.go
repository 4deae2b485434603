//go:build tools

package yaml

import _ "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml"
