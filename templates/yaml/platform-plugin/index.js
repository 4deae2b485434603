require("pulumi-platform/plugin");
