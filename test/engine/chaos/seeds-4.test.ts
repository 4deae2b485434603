import { describeSeeds } from "./seeds";

describeSeeds("random programs on a platform that fails one call in five, part 4 (row 38)", 3);
