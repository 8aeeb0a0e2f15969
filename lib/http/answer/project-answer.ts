import { z } from "zod";
import { isRecord } from "../../core/shapes/records";

/**
 * The members of `value` that `schema` names, whatever their values are. For an answer that breaks its schema after the
 * change it tells of is committed: the caller gets what it needs, and still nothing that no schema names.
 */
export function projectAnswer(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodObject) {
    if (!isRecord(value)) return null;
    const shape = schema.shape;
    return Object.fromEntries(
      Object.entries(shape)
        .filter(([name]) => Object.hasOwn(value, name))
        .map(([name, member]) => [name, projectAnswer(member, value[name])]),
    );
  }
  if (schema instanceof z.ZodArray) {
    const element = schema.element;
    return Array.isArray(value) ? value.map((one) => projectAnswer(element, one)) : null;
  }
  if (schema instanceof z.ZodRecord) {
    const member = schema.valueType;
    if (!isRecord(value)) return null;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, projectAnswer(member, one)]));
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) {
    return value === null || value === undefined ? value : projectAnswer(schema.unwrap(), value);
  }
  if (schema instanceof z.ZodUnion) {
    const options = schema.options;
    const fitting = options.find((option) => z.core.safeParse(option, value).success);
    return fitting ? z.core.parse(fitting, value) : projectAnswer(largest(options), value);
  }
  // The schema names no members: an object or a list behind it could hold anything, and is left out.
  return isRecord(value) || Array.isArray(value) ? null : value;
}

/** Finds the shape with the most members among those that an answer may have. */
function largest(options: readonly z.core.$ZodType[]): z.core.$ZodType {
  const sizeOf = (one: z.core.$ZodType) => (one instanceof z.ZodObject ? Object.keys(one.shape).length : 0);
  return options.reduce((found, one) => (sizeOf(one) > sizeOf(found) ? one : found));
}
