import { describeCiExample } from "../support/ci-example";

describeCiExample("github");
