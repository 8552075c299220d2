/** Tests of the client as a whole. */
@NullMarked
package io.duetime.internal.client;

import org.jspecify.annotations.NullMarked;
