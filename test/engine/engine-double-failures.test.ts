import { failing } from "../support/order-failures";
import { describeSameOrder } from "../support/same-order";

describeSameOrder("the engine, and the double that plays it in other tests, when something fails @all", failing);
