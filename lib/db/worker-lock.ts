/** The first half of the advisory lock that stands for a living worker; the second is its id's hash. */
export const workerLock = 721_401;
