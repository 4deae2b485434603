/** What the SDK returns for an Output in a template literal, `+` and JSON.stringify, so that it becomes the value (3.216 to 3.230). */
const OUTPUT_TEXT =
  /Calling \[to(?:String|JSON)\] on an \[Output<T>\] is not supported\.(?:\s|\\n)+To get the value of an Output/;

export const isOutputText = (text: string): boolean => OUTPUT_TEXT.test(text);

/** Why such a text is refused, as the end of a sentence. */
export const OUTPUT_TEXT_COMPLAINT =
  "was made of an Output, whose value is not known yet, so it contains an error message of Pulumi instead. " +
  "Write pulumi.interpolate`…` instead of a template literal or +, and pulumi.jsonStringify(…) instead of JSON.stringify(…)";
