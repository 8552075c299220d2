/** Tests of what engines have in common. */
@NullMarked
package io.duetime.internal.engine;

import org.jspecify.annotations.NullMarked;
