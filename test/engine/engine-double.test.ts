import { orderly } from "../support/double/order-scenarios";
import { describeSameOrder } from "../support/double/same-order";

describeSameOrder("the engine, and the double that plays it in other tests @all", orderly);
