import { Config } from "@pulumi/pulumi";
import * as platform from "pulumi-platform";

/** uid of the organization's root group, which the emulator prints. */
const parentUid = process.env.PLATFORM_ORGANIZATION ?? new Config().require("organization");

const team = new platform.Group("team", { parentUid, name: "team", description: "The web team" });
const web = new platform.Repo("web", { parentUid: team.id, description: "The shop" });
new platform.Subscription("audit", { parentUid: team.id, sink: "https://audit.acme.example.com/events" });

export const repoUid = web.id;
/** Base image of the builds. */
export const baseImage = platform.getTagDigestOutput({ image: "nginx", tag: "latest" });
