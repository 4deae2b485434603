import { describeCiExample } from "../support/ci-example";

describeCiExample("gitlab");
