module quickstart

go 1.25

require github.com/pulumi/pulumi/sdk/v3 v3.230.0

replace example.com/pulumi-platform/sdk/go => ./sdks/platform
