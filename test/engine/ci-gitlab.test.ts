import { describeCiExample } from "./ci-example";

describeCiExample("gitlab");
