import { isDeepStrictEqual } from "node:util";
import * as messages from "@pulumi/pulumi/proto/provider_pb";
import { scrub } from "../../client/api/secret";
import { typeOfUrn } from "../../description/names/urn";
import type { Sides } from "../../description/spec/values";
import type { FailedCall } from "./failures";
import { withIgnored } from "./ignored-changes";
import type { CallRef, DiffResult, ServedKind } from "./served";
import { importedStructOf, isRevealed, plainOf, type Received, receivedOf, structOf } from "./values";

interface ResourceRequest {
  getUrn(): string;
  getTimeout?(): number;
}

export type NoteCall = (call: FailedCall) => void;

/** The engine's calls about resources. Each reads its request, calls the kind, and writes its response. */
export class ResourceCalls {
  /** @param kindOf returns the kind of a type token. Throws if there is none. */
  constructor(private readonly kindOf: (token: string) => ServedKind) {}

  async check(request: messages.CheckRequest): Promise<messages.CheckResponse> {
    const kind = this.#kindOf(request);
    const [olds, news] = [receivedOf(request.getOlds(), kind.spec), receivedOf(request.getNews(), kind.spec)];
    const isRecorded = Object.keys(olds.values).length > 0;
    const { inputs, complaints } = kind.check(refOf(request), [olds.values, news.values], isRecorded);
    // The engine prints the whole value of a named property, so the path is part of the reason.
    const failures = complaints.map((text) => new messages.CheckFailure().setProperty("").setReason(scrub(text)));
    return new messages.CheckResponse().setInputs(structOf(kind.spec, inputs, news)).setFailuresList(failures);
  }

  async diff(request: messages.DiffRequest): Promise<messages.DiffResponse> {
    const ref = { ...refOf(request), id: request.getId() };
    const { spec, ...kind } = this.#kindOf(request);
    const [olds, news] = [receivedOf(request.getOlds(), spec), receivedOf(request.getNews(), spec)];
    const desired = withIgnored(olds.values, news.values, request.getIgnorechangesList());
    const found = kind.diff(ref, [olds.values, desired]);
    if (found.changed || !isRevealed(spec, olds, news)) return diffResponse(found);
    // The update marks the secrets in the state, and sends nothing. No path is named, because replaceOnChanges may have it.
    return new messages.DiffResponse().setChanges(DiffChanges.DIFF_SOME);
  }

  async create(request: messages.CreateRequest, note: NoteCall): Promise<messages.CreateResponse> {
    const { spec, ...kind } = this.#kindOf(request);
    const inputs = receivedOf(request.getProperties(), spec);
    note({ spec, sources: [inputs] });
    if (request.getPreview()) {
      const outputs = await kind.planCreate(refOf(request), inputs.values, plainOf(inputs));
      return new messages.CreateResponse().setProperties(structOf(spec, outputs, inputs));
    }
    const { uid, outputs } = await kind.create(refOf(request), inputs.values);
    return new messages.CreateResponse().setId(uid).setProperties(structOf(spec, outputs, inputs));
  }

  async read(request: messages.ReadRequest): Promise<messages.ReadResponse> {
    const { spec, ...kind } = this.#kindOf(request);
    const recorded = receivedOf(request.getProperties(), spec);
    const inputs = receivedOf(request.getInputs(), spec);
    const isFirst = Object.keys(recorded.values).length === 0;
    // For a resource that is only read, the engine passes inputs, even if there are none.
    const isImport = isFirst && !request.hasInputs();
    // A program that reads an object may give values, which the engine passes as both. What was recorded also has what the platform sets.
    const isComputing = Object.values(spec.fields).some(({ presence }) => presence === "computed");
    const isGiven = isComputing && isDeepStrictEqual(recorded.values, inputs.values);
    const ref = { ...refOf(request), id: request.getId() };
    const found = await kind.read(ref, isGiven ? {} : recorded.values, isImport);
    const response = new messages.ReadResponse();
    if (found === undefined) return response;
    response.setId(request.getId());
    if (isFirst) {
      return response
        .setProperties(importedStructOf(spec, found.outputs))
        .setInputs(importedStructOf(spec, found.inputs));
    }
    return response
      .setProperties(structOf(spec, found.outputs, recorded, inputs))
      .setInputs(structOf(spec, found.inputs, inputs));
  }

  async update(request: messages.UpdateRequest, note: NoteCall): Promise<messages.UpdateResponse> {
    const { spec, ...kind } = this.#kindOf(request);
    const news = receivedOf(request.getNews(), spec);
    // An update may keep values that the program no longer has, and a failed one keeps what it did not change.
    const olds: Received = { ...receivedOf(request.getOlds(), spec), isFormer: true };
    const sides: Sides = [olds.values, news.values];
    note({ spec, sources: [news, olds] });
    const outputs = request.getPreview()
      ? kind.planUpdate(sides)
      : await kind.update({ ...refOf(request), id: request.getId() }, sides);
    return new messages.UpdateResponse().setProperties(structOf(spec, outputs, news, olds));
  }

  async delete(request: messages.DeleteRequest): Promise<void> {
    const { spec, ...kind } = this.#kindOf(request);
    const recorded = receivedOf(request.getProperties(), spec).values;
    await kind.delete({ ...refOf(request), id: request.getId() }, recorded);
  }

  #kindOf(request: ResourceRequest): ServedKind {
    return this.kindOf(typeOfUrn(request.getUrn()));
  }
}

function refOf(request: ResourceRequest): CallRef {
  const seconds = request.getTimeout?.() ?? 0;
  return { urn: request.getUrn(), timeoutMs: seconds > 0 ? seconds * 1000 : undefined };
}

const { Kind } = messages.PropertyDiff;
const kinds = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
} as const;

const { DiffChanges } = messages.DiffResponse;

function diffResponse(found: DiffResult): messages.DiffResponse {
  const { changed, isHidden, replaces, deleteBeforeReplace, differences } = found;
  const response = new messages.DiffResponse()
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deleteBeforeReplace);
  if (!changed) return response.setChanges(DiffChanges.DIFF_NONE);
  // Without isHidden only a note in the state changes. The engine then compares the inputs itself, and shows the new one.
  if (differences.length === 0) return response.setChanges(isHidden ? DiffChanges.DIFF_SOME : DiffChanges.DIFF_UNKNOWN);
  for (const { path, kind, replaces } of differences) {
    const detail = new messages.PropertyDiff().setKind(kinds[kind][replaces ? 1 : 0]);
    response.getDetaileddiffMap().set(path.join("."), detail);
  }
  response.setHasdetaileddiff(true).setChanges(DiffChanges.DIFF_SOME);
  return response.setDiffsList([...new Set(differences.map(({ path }) => path[0] ?? ""))]);
}
