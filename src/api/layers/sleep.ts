/** Why a wait ended before its time, and what it was for is not done. */
export const CANCELED = "the run was canceled";

/** A wait of some milliseconds, which ends at once when the run is canceled. */
export const sleepUnless =
  (canceled?: AbortSignal) =>
  (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer);
        canceled?.removeEventListener("abort", end);
        resolve();
      };
      // Never at once: who waits in a loop would let nothing else run.
      const timer = setTimeout(end, canceled?.aborted ? 0 : ms);
      canceled?.addEventListener("abort", end);
    });
