interface Attempt {
  http_status: number | null;
  error?: string | null;
}

/** A callback is taken by any 2xx. */
export const isTaken = ({ http_status, error }: Attempt): boolean =>
  !error && http_status !== null && http_status >= 200 && http_status < 300;

/** Still tried, and refused so far: that is more than being on its way. */
export const isFailing = ({ status, last_error }: { status: string; last_error: string | null }): boolean =>
  status === "pending" && last_error !== null;
