/** The process-wide allowance of retries: an outage must not multiply the load that it causes (gRPC A6). */
export class RetryBudget {
  constructor(private tokens = 100) {}

  /** Takes the price of one retry, unless the bucket lacks it. */
  take(): boolean {
    if (this.tokens < 5) return false;
    this.tokens -= 5;
    return true;
  }

  /** Gives back a little for a request that went well. */
  refill(): void {
    this.tokens = Math.min(100, this.tokens + 1);
  }
}
