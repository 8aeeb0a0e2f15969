"use client";

export { ErrorPage as default } from "@/components/store/error-page";
