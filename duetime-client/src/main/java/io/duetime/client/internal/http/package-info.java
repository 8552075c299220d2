/** Sends calls to a server and reads its answers; knows nothing of jobs. */
@org.jspecify.annotations.NullMarked
package io.duetime.client.internal.http;
