export const CANCELED = "the run was canceled";

/** Returns a sleep in milliseconds that ends at once when the run is canceled. */
export const sleepUnless =
  (canceled?: AbortSignal) =>
  (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        canceled?.removeEventListener("abort", end);
        resolve();
      };
      // Never synchronously, because a caller that waits in a loop would block everything else.
      const timer = setTimeout(end, canceled?.aborted ? 0 : ms);
      canceled?.addEventListener("abort", end);
    });
