package main

import (
	"example.com/pulumi-platform/sdk/go/platform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// uid of the organization's root group: pulumi config set organization <uid>
		organization := pulumi.String(config.Require(ctx, "organization"))

		team, err := platform.NewGroup(ctx, "team", &platform.GroupArgs{
			ParentUid:   organization,
			Description: pulumi.String("The web team"),
		})
		if err != nil {
			return err
		}

		// Who may act: a GitHub Actions workflow, and a cluster. Identities belong to the root group, where they can reach the registry.
		ci, err := platform.NewIdentity(ctx, "web-ci", &platform.IdentityArgs{
			ParentUid:   organization,
			Description: pulumi.String("Deploys from the main branch"),
			ClaimMatch: &platform.ClaimMatchArgs{
				Issuer: pulumi.String("https://token.actions.githubusercontent.com"),
				// gh api repos/acme/web --jq '.owner.id, .id' prints both ids.
				Subject: pulumi.String("repo:acme@1234/web@5678:ref:refs/heads/main"),
			},
		})
		if err != nil {
			return err
		}
		cluster, err := platform.NewIdentity(ctx, "web-cluster", &platform.IdentityArgs{
			ParentUid:   organization,
			Description: pulumi.String("Pulls the images of the web team"),
			ClaimMatch: &platform.ClaimMatchArgs{
				Issuer:  pulumi.String("https://oidc.cluster.example.com"),
				Subject: pulumi.String("system:serviceaccount:web:default"),
			},
		})
		if err != nil {
			return err
		}

		// What they may do, in the team's group only.
		deployer, err := platform.NewRole(ctx, "deployer", &platform.RoleArgs{
			ParentUid:   organization,
			Description: pulumi.String("Changes repos"),
			Capabilities: pulumi.ToStringArray([]string{
				"CAP_IAM_GROUPS_LIST", "CAP_REPO_CREATE", "CAP_REPO_LIST", "CAP_REPO_UPDATE", "CAP_REPO_DELETE",
			}),
		})
		if err != nil {
			return err
		}
		// LookupRole is what other languages call getRole: in Go, GetRole reads a resource of the state.
		puller := platform.LookupRoleOutput(ctx, platform.LookupRoleOutputArgs{Name: pulumi.String("registry.pull")})
		_, err = platform.NewRoleBinding(ctx, "ci-deploys", &platform.RoleBindingArgs{
			ParentUid: team.ID(), IdentityUid: ci.ID(), RoleUid: deployer.ID(),
		})
		if err != nil {
			return err
		}
		_, err = platform.NewRoleBinding(ctx, "cluster-pulls", &platform.RoleBindingArgs{
			ParentUid: team.ID(), IdentityUid: cluster.ID(), RoleUid: puller.Uid(),
		})
		if err != nil {
			return err
		}

		web, err := platform.NewRepo(ctx, "web", &platform.RepoArgs{
			ParentUid:   team.ID(),
			Description: pulumi.String("The shop"),
		})
		if err != nil {
			return err
		}
		_, err = platform.NewSubscription(ctx, "audit", &platform.SubscriptionArgs{
			ParentUid: team.ID(),
			Sink:      pulumi.String("https://audit.acme.example.com/events"),
		})
		if err != nil {
			return err
		}

		ctx.Export("teamUid", team.ID())
		ctx.Export("repoUid", web.ID())
		// The image that builds start from, pinned to what `latest` was at a known time.
		base := platform.GetTagDigestOutput(ctx, platform.GetTagDigestOutputArgs{
			Image: pulumi.String("nginx"), Tag: pulumi.String("latest"), At: pulumi.String("2026-01-01T00:00:00Z"),
		})
		ctx.Export("baseImage", pulumi.Sprintf("nginx@%s", base.Digest()))
		return nil
	})
}
