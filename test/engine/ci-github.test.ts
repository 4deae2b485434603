import { describeCiExample } from "./ci-example";

describeCiExample("github");
