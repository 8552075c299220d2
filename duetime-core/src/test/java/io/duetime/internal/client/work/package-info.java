/** Tests of the worker runtime. */
@NullMarked
package io.duetime.internal.client.work;

import org.jspecify.annotations.NullMarked;
