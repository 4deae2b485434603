import type { Detail, DetailOf, Status } from "../../description/wire/status";
import { listed, quoted, shownWord } from "./shown";

const MAX_LISTED = 10;
const MAX_LENGTH = 1_500;

/** The text that the details of a Status (`shownStatus`) add to an error's message. It repeats nothing of the message. */
export function detailsText({ code, message, details }: Status): string {
  // The server's message often repeats the first violation. A shortened violation cannot be compared, so it is repeated.
  const isNews = (text: string) => text !== "" && !message.includes(text);
  const texts = details.flatMap((detail) => detailText(detail, code, isNews)).filter((text) => text !== "");
  const all = texts.map((text) => `. ${text}`).join("");
  return all.length <= MAX_LENGTH ? all : `${all.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, "")}…`;
}

function detailText(detail: Detail, code: string, isNews: (text: string) => boolean): string {
  const list = <T>(title: string, items: readonly T[], nameIn: (item: T) => Named) =>
    named(title, items.map(nameIn), { isNews, leftOut: "leftOut" in detail ? detail.leftOut : 0 });
  switch (detail.kind) {
    case "BadRequest":
      return list("Fields: ", detail.fieldViolations, ({ field, description }) => [field, description]);
    case "PreconditionFailure":
      return list("Conditions: ", detail.violations, ({ type, subject, description }) => [
        subject || type,
        description,
      ]);
    case "QuotaFailure":
      return list("Quotas: ", detail.violations, ({ subject, description }) => [subject, description]);
    case "Help":
      return list("See ", detail.links, ({ description, url }) => [linkIn(url), description]);
    case "TermsNotAcceptedDetail":
      return termsText(detail);
    case "LocalizedMessage":
      return isNews(detail.message) ? quoted(detail.message) : "";
    case "ErrorInfo": {
      const reason = detail.reason === code || !isNews(detail.reason) ? [] : [`reason ${shownWord(detail.reason)}`];
      const metadata = Object.entries(detail.metadata ?? {}).map(([key, text]) => `${shownWord(key)} ${quoted(text)}`);
      return listed([...reason, ...metadata], MAX_LISTED);
    }
    // Other texts of the error contain its resource and its retry time.
    default:
      return "";
  }
}

const linkIn = (url: string): string => (/^https?:\/\/[^\s"]+$/.test(url) ? url : "");

function termsText({ missing, leftOut }: DetailOf<"TermsNotAcceptedDetail">): string {
  if (missing.length === 0) return "";
  const documents = missing.map(({ id, label, url }) =>
    [shownWord(id), label === "" ? "" : quoted(label), linkIn(url)].filter((part) => part !== "").join(" "),
  );
  const ids = missing.slice(0, MAX_LISTED).map(({ id }) => quoted(id));
  return (
    `These terms are not accepted yet: ${listed(documents, MAX_LISTED, leftOut)}. ` +
    `Accept them with a TermsAcceptance of the organization, documentIds: [${ids.join(", ")}], and name it in dependsOn of this resource`
  );
}

type Named = readonly [name: string, text: string];

/** `Fields: name "too long"; parent "is missing"`. Leaves out what is in the message. */
function named(
  title: string,
  items: readonly Named[],
  { isNews, leftOut = 0 }: { readonly isNews: (text: string) => boolean; readonly leftOut?: number | undefined },
): string {
  const news = items.filter(([name, text]) => isNews(text === "" ? name : text));
  const parts = news.map(([name, text]) =>
    [name === "" ? "" : shownWord(name), text === "" ? "" : quoted(text)].filter((part) => part !== "").join(" "),
  );
  const all = listed(parts, MAX_LISTED, leftOut);
  return all === "" ? "" : `${title}${all}`;
}
