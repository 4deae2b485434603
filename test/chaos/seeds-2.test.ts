import { describeSeeds } from "./seeds";

describeSeeds("a platform that fails one call in five at random, and worse at times, part 2 (row 38)", 1);
