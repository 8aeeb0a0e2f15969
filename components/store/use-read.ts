"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { ApiError } from "@/components/api/api-error";
import { api } from "@/components/api/client";
import { mayPass, waitMs } from "@/components/api/retry";

type ReadOptions<T> = {
  token?: string | null;
  /** Makes it a POST of this body. */
  body?: unknown;
  /** Answer that came with the page. */
  first?: T | null;
  /** Milliseconds from an answer to the next question, while somebody looks at the page. 0: none. */
  everyMs?: number | ((data: T | undefined) => number);
  /** Keeps the last answer until the one of another path has come. */
  keepsLast?: boolean;
  /** Asks again when somebody comes back to the page. */
  onReturn?: boolean;
};

type Answer<T> = { key: string | null; data?: T; error?: ApiError; failures: number };

const nothing = { key: null, data: undefined, error: undefined, failures: 0 };

/** Time in which a reader who left and came back has still seen the answer. */
const justAsked = 5_000;

/** A question that is open for longer is taken for lost, and asked again. */
const longestAnswer = 20_000;

/** Reads of the parts that are mounted. */
const readers = new Set<{ path: string; read: () => Promise<unknown> }>();

/** Asks again for everything that the page reads below a path. */
export async function readAgain(base: string): Promise<void> {
  await Promise.all([...readers].filter(({ path }) => path.startsWith(base)).map(({ read }) => read()));
}

const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Reads a path of the API, and again as it is told; null reads nothing. The shop's pages read with this instead of SWR, which
 * is a sixth of the script that a page of goods may have (docs/decisions/speed/0707).
 */
export function useRead<T>(
  path: string | null,
  { token, body, first, everyMs = 0, keepsLast = false, onReturn = true }: ReadOptions<T> = {},
) {
  // The token and the body are part of the key: two readers never share an answer.
  const key = path === null ? null : JSON.stringify([path, token ?? null, body ?? null]);
  const [answer, setAnswer] = useState<Answer<T>>({
    key: first ? key : null,
    data: first ?? undefined,
    failures: 0,
  });
  const [isReading, setReading] = useState(false);
  /** Answers that were overtaken by a later question count no more. */
  const asked = useRef({ number: 0, at: 0, isOpen: false });
  const drawn = useRef(first ? key : null);

  const read = useCallback(async (): Promise<T | undefined> => {
    if (key === null) return undefined;
    const [path, token, body]: [string, string | null, unknown] = JSON.parse(key);
    const number = asked.current.number + 1;
    asked.current = { number, at: Date.now(), isOpen: true };
    const settle = (next: (last: Answer<T>) => Answer<T>) => {
      if (number !== asked.current.number) return;
      asked.current.isOpen = false;
      setAnswer(next);
      setReading(false);
    };
    setReading(true);
    try {
      const data = await api<T>(path, { token, ...(body === null ? {} : { body }) });
      settle((last) => ({ key, data: isEqual(last.data, data) ? last.data : data, failures: 0 }));
      return data;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      settle((last) => ({
        key,
        data: keepsLast || last.key === key ? last.data : undefined,
        error,
        failures: last.key === key ? last.failures + 1 : 1,
      }));
      return undefined;
    }
  }, [key, keepsLast]);

  useEffect(() => {
    if (drawn.current === null || drawn.current !== key) void read();
    drawn.current = null;
    return () => {
      asked.current = { number: asked.current.number + 1, at: 0, isOpen: false };
    };
  }, [key, read]);

  const own = answer.key === key ? answer : nothing;
  // Keeps nothing of what was wrong with another path.
  const { error, failures } = own;
  const data = keepsLast ? answer.data : own.data;
  const interval = typeof everyMs === "number" ? everyMs : everyMs(data);
  const wait = error ? (mayPass(error) ? waitMs(error, failures) : 0) : interval;
  useEffect(() => {
    if (wait === 0) return;
    const timer = setInterval(() => {
      const since = Date.now() - asked.current.at;
      const isEarly = since < (asked.current.isOpen ? longestAnswer : wait / 2);
      if (document.visibilityState === "visible" && !isEarly) void read();
    }, wait);
    return () => clearInterval(timer);
  }, [wait, read]);

  useEffect(() => {
    if (!onReturn) return;
    const comeBack = () => {
      if (document.visibilityState === "visible" && Date.now() - asked.current.at > justAsked) void read();
    };
    document.addEventListener("visibilitychange", comeBack);
    window.addEventListener("focus", comeBack);
    window.addEventListener("online", comeBack);
    return () => {
      document.removeEventListener("visibilitychange", comeBack);
      window.removeEventListener("focus", comeBack);
      window.removeEventListener("online", comeBack);
    };
  }, [onReturn, read]);

  useEffect(() => {
    if (path === null) return;
    const reader = { path, read };
    readers.add(reader);
    return () => {
      readers.delete(reader);
    };
  }, [path, read]);

  return {
    data,
    error,
    /** Nothing is known yet of this path. */
    isLoading: key !== null && answer.key !== key,
    isReading,
    /** Asks at once. @returns undefined when that failed */
    read,
  };
}
