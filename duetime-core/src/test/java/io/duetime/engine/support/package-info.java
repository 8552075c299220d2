/** Tests of what engines have in common. */
@NullMarked
package io.duetime.engine.support;

import org.jspecify.annotations.NullMarked;
