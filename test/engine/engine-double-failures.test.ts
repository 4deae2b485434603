import { failing } from "../support/double/order-failures";
import { describeSameOrder } from "../support/double/same-order";

describeSameOrder("the engine, and the double that plays it in other tests, when something fails @all", failing);
