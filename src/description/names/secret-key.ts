/** Key of an object that stands for a secret: between program, engine and provider, and in a state (the Pulumi SDK's `specialSigKey`). */
export const SECRET_KEY = "4dabf18193072939515e22adb298388d";
