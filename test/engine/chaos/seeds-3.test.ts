import { describeSeeds } from "./seeds";

describeSeeds("random programs on a platform that fails one call in five, part 3 (row 38)", 2);
