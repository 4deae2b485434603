import { describeSeeds } from "./seeds";

describeSeeds("random programs on a platform that fails one call in five, part 5 (row 38)", 4);
