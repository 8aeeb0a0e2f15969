"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { ApiError } from "@/components/api/api-error";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useAdminError } from "./use-admin-error";

/**
 * Asks staff for a proof before something leaves the shop in clear: their password, and the code of an app where they
 * have one.
 */
export function useStaffProof(hasSecondFactor: boolean) {
  const t = useTranslations("admin.proof");
  const adminError = useAdminError();
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  return {
    body: { password, ...(code ? { code } : {}) },
    isReady: password !== "" && (!hasSecondFactor || code !== ""),
    forget() {
      setPassword("");
      setCode("");
    },
    errorText: (problem: unknown) =>
      problem instanceof ApiError && (problem.httpStatus === 400 || problem.code === 40103)
        ? t("wrong")
        : adminError(problem),
    fields: (
      <>
        <Field label={t("password")}>
          <Input
            type="password"
            autoComplete="current-password"
            value={password}
            onChange={({ target }) => setPassword(target.value)}
          />
        </Field>
        {hasSecondFactor ? (
          <Field label={t("code")}>
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              value={code}
              onChange={({ target }) => setCode(target.value)}
            />
          </Field>
        ) : null}
      </>
    ),
  };
}
