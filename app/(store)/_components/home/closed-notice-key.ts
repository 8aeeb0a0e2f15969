/** Where a browser remembers the notice that was closed, by the hash of its text. */
export const closedNoticeKey = "keyshelf.closed-notice";
