/** Writes requests and reads answers as {@code docs/http.md} defines them. */
@org.jspecify.annotations.NullMarked
package io.duetime.client.internal.json;
