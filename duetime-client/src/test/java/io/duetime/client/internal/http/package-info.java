/** URIs, failures and headers of calls. */
@NullMarked
package io.duetime.client.internal.http;

import org.jspecify.annotations.NullMarked;
