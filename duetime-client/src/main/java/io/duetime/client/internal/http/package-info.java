/** Sends calls to a server and reads its answers; knows nothing of jobs. */
@NullMarked
package io.duetime.client.internal.http;

import org.jspecify.annotations.NullMarked;
