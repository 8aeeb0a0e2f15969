"use client";

// Next sends a client module with the scripts of the last page that it finds it in. Were this the one of the layout, every page of
// the admin would load the shop's header.
export { PageListens as UnknownPageListens } from "./page-listens";
