import { orderly } from "../support/order-scenarios";
import { describeSameOrder } from "../support/same-order";

describeSameOrder("the engine, and the double that plays it in other tests @all", orderly);
