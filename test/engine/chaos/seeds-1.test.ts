import { describeSeeds } from "./seeds";

describeSeeds("random programs on a platform that fails one call in five, part 1 (row 38)", 0);
