/** Tests of the calls to an engine. */
@NullMarked
package io.duetime.internal.client.call;

import org.jspecify.annotations.NullMarked;
