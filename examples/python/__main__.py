import pulumi
import pulumi_platform as platform

# uid of the organization's root group: pulumi config set organization <uid>
organization = pulumi.Config().require("organization")

team = platform.Group("team", parent_uid=organization, description="The web team")

# Who may act: a GitHub Actions workflow, and a cluster. Identities belong to the root group, where they can reach the registry.
ci = platform.Identity(
    "web-ci",
    parent_uid=organization,
    description="Deploys from the main branch",
    claim_match={
        "issuer": "https://token.actions.githubusercontent.com",
        # gh api repos/acme/web --jq '.owner.id, .id' prints both ids.
        "subject": "repo:acme@1234/web@5678:ref:refs/heads/main",
    },
)
cluster = platform.Identity(
    "web-cluster",
    parent_uid=organization,
    description="Pulls the images of the web team",
    claim_match={
        "issuer": "https://oidc.cluster.example.com",
        "subject": "system:serviceaccount:web:default",
    },
)

# What they may do, in the team's group only.
deployer = platform.Role(
    "deployer",
    parent_uid=organization,
    description="Changes repos",
    capabilities=["CAP_IAM_GROUPS_LIST", "CAP_REPO_CREATE", "CAP_REPO_LIST", "CAP_REPO_UPDATE", "CAP_REPO_DELETE"],
)
puller = platform.get_role_output(name="registry.pull")
platform.RoleBinding("ci-deploys", parent_uid=team.id, identity_uid=ci.id, role_uid=deployer.id)
platform.RoleBinding("cluster-pulls", parent_uid=team.id, identity_uid=cluster.id, role_uid=puller.uid)

web = platform.Repo("web", parent_uid=team.id, description="The shop")
platform.Subscription("audit", parent_uid=team.id, sink="https://audit.acme.example.com/events")

pulumi.export("teamUid", team.id)
pulumi.export("repoUid", web.id)
# The image that builds start from, pinned to what `latest` was at a known time.
base = platform.get_tag_digest_output(image="nginx", tag="latest", at="2026-01-01T00:00:00Z")
pulumi.export("baseImage", base.digest.apply(lambda digest: f"nginx@{digest}"))
