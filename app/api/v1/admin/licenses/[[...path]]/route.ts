import { csvOperation, operation, resource } from "@/lib/http/route";
import { listLicenses } from "@/lib/licenses/admin-queries";
import { changeLicense, rotateSigningKey } from "@/lib/licenses/change-license";
import { exportLicenses } from "@/lib/licenses/export-licenses";
import { freeDevice } from "@/lib/licenses/free-device";
import {
  adminLicenseList,
  adminLicenseQuery,
  changedLicense,
  freedDevice,
  licenseDeviceParams,
  licenseParams,
  licensePatch,
  rotatedKey,
  rotateKeyBody,
} from "@/lib/licenses/schema";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, operations, find } = resource("admin/licenses", {
  freeDevice: operation("DELETE /[license_id]/devices/[device_id]", {
    permission: "orders:write",
    summary: "Give a device's place of a license back",
    params: licenseDeviceParams,
    response: freedDevice,
    handle: ({ actor, client, params }) =>
      freeDevice(actor, client, { publicId: params.license_id, deviceId: params.device_id }),
  }),
  changeLicense: operation("PATCH /[license_id]", {
    permission: "orders:write",
    summary: "Renew a license, revoke it or take that back",
    params: licenseParams,
    body: licensePatch,
    response: changedLicense,
    handle: ({ actor, client, params, body }) => changeLicense(actor, client, params.license_id, body),
  }),
  exportLicenses: csvOperation("GET /export", {
    permission: "orders:read",
    query: adminLicenseQuery,
    summary: "The filtered licenses as CSV, oldest first",
    file: "licenses.csv",
    read: exportLicenses,
  }),
  rotateSigningKey: operation("POST /keys/rotate", {
    permission: "settings:write",
    proved: "license.withdraw",
    body: rotateKeyBody,
    summary: "Sign license files with a new key from now on",
    response: rotatedKey,
    handle: ({ actor, client, body }) => rotateSigningKey(actor, client, body),
  }),
  listLicenses: operation("GET /", {
    permission: "orders:read",
    query: adminLicenseQuery,
    response: adminLicenseList,
    handle: ({ query }) => listLicenses(query),
  }),
});
