public import FoundationEssentials
import StateGraphSQLite

extension UUID: EntityKey {}
extension Data: EntityKey {}
