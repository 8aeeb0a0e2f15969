import type { components, paths } from "./api-types.js";

export type Schemas = components["schemas"];
export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Paths that have the method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [method in M]: object } ? P : never;
}[keyof paths];

type OperationOf<M extends Method, P extends PathOf<M>> = paths[P][M];

/** A member that may be left out where nothing in it is required. */
type Member<Name extends string, T> = [T] extends [never]
  ? { [name in Name]?: undefined }
  : object extends T
    ? { [name in Name]?: T }
    : { [name in Name]: T };

type ParametersOf<O, Kind extends "path" | "query"> = O extends {
  parameters: { [kind in Kind]?: infer T extends object };
}
  ? T
  : never;

type BodyOf<O> = O extends { requestBody?: { content: { "application/json": infer T } } } ? T : never;

/** Parameters of the path and query of an operation, and its body. */
export type InputOf<M extends Method, P extends PathOf<M>> = Member<
  "path",
  ParametersOf<OperationOf<M, P>, "path">
> &
  Member<"query", ParametersOf<OperationOf<M, P>, "query">> &
  Member<"body", BodyOf<OperationOf<M, P>>>;

/** `data` of the operation's answer. */
export type AnswerOf<M extends Method, P extends PathOf<M>> =
  OperationOf<M, P> extends {
    responses: { 200: { content: { "application/json": { data: infer T } } } };
  }
    ? T
    : unknown;

/** The input may be left out where an operation asks for nothing. */
export type Given<Input> = object extends Input ? [input?: Input] : [input: Input];
