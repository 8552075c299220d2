/** Calls that wait for the commit of their transaction. */
@NullMarked
package io.duetime.spring.internal.transaction;

import org.jspecify.annotations.NullMarked;
