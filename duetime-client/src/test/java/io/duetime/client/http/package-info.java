/** Tests of addresses and certificates. */
@NullMarked
package io.duetime.client.http;

import org.jspecify.annotations.NullMarked;
