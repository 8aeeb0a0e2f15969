"use client";

import { useEffect } from "react";

/** A page of one thing that was looked at: an order, a product, a person … */
export type OpenedPage = { href: string; title: string };

const storageKey = "keyshelf.admin.opened";
const kept = 8;

const isOpenedPage = (value: unknown): value is OpenedPage =>
  typeof value === "object" &&
  value !== null &&
  "href" in value &&
  "title" in value &&
  typeof value.href === "string" &&
  typeof value.title === "string" &&
  value.href.startsWith("/admin/");

/** Newest first. Of another person who used this browser nothing is shown. */
export function readOpened(staff: string): OpenedPage[] {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? "null") as {
      staff?: unknown;
      pages?: unknown;
    };
    if (stored?.staff !== staff || !Array.isArray(stored.pages)) return [];
    return stored.pages.filter(isOpenedPage);
  } catch {
    return [];
  }
}

export function noteOpened(staff: string, page: OpenedPage): void {
  const others = readOpened(staff).filter(({ href }) => href !== page.href);
  try {
    localStorage.setItem(storageKey, JSON.stringify({ staff, pages: [page, ...others].slice(0, kept) }));
  } catch {
    // A browser that keeps nothing offers nothing.
  }
}

/** Titles name buyers: they stay no longer than the session. */
export function forgetOpened(): void {
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Nothing was kept then.
  }
}

/** `/admin/orders/K1` is the page of one thing; lists and forms for a new one are not. */
export const isPageOfOne = (path: string): boolean => /^\/admin\/[^/]+\/(?!new$)[^/]+$/.test(path);

/** Keeps the pages of single things that are looked at, by the heading that they come to have. */
export function useNoteOpened(staff: string, path: string): void {
  useEffect(() => {
    if (!isPageOfOne(path)) return;
    const note = () => {
      const title = document.querySelector("#content h1")?.textContent?.trim();
      if (title) noteOpened(staff, { href: path, title });
      return Boolean(title);
    };
    if (note()) return;
    const content = document.getElementById("content");
    // The page is still on its way: its frame stands before its heading.
    const watcher = new MutationObserver(() => {
      if (note()) watcher.disconnect();
    });
    if (content) watcher.observe(content, { childList: true, subtree: true });
    return () => watcher.disconnect();
  }, [staff, path]);
}
