import Foundation
import StateGraph
import Testing

/// UIKit Integration: Table View Integration. Cells and their registration are left out.
private enum TableViewIntegration {
  struct Todo: Identifiable {
    let id = UUID()
    var title: String
    var isCompleted = false
  }

  enum TodoFilter {
    case all, active, completed
  }

  final class TodoListViewModel {
    @GraphStored
    var todos: [Todo] = []

    @GraphStored
    var filter: TodoFilter = .all

    @GraphComputed
    var filteredTodos: [Todo]

    @GraphComputed
    var completedCount: Int

    @GraphComputed
    var remainingCount: Int

    init() {
      self.$filteredTodos = .init { [$todos, $filter] _ in
        let todos = $todos.wrappedValue
        switch $filter.wrappedValue {
        case .all: return todos
        case .active: return todos.filter { !$0.isCompleted }
        case .completed: return todos.filter { $0.isCompleted }
        }
      }

      self.$completedCount = .init { [$todos] _ in
        $todos.wrappedValue.count { $0.isCompleted }
      }

      self.$remainingCount = .init { [$todos] _ in
        $todos.wrappedValue.count { !$0.isCompleted }
      }
    }

    func addTodo(_ title: String) {
      let todo = Todo(title: title)
      todos.append(todo)
    }

    func toggleTodo(at index: Int) {
      guard filteredTodos.indices.contains(index) else { return }
      let todo = filteredTodos[index]

      if let originalIndex = todos.firstIndex(where: { $0.id == todo.id }) {
        todos[originalIndex].isCompleted.toggle()
      }
    }

    func deleteTodo(at index: Int) {
      guard filteredTodos.indices.contains(index) else { return }
      let todo = filteredTodos[index]
      todos.removeAll { $0.id == todo.id }
    }
  }

  class TodoListViewController: UIViewController {
    let viewModel = TodoListViewModel()
    private var subscription: AnyCancellable?

    weak var tableView: UITableView!
    weak var filterSegmentedControl: UISegmentedControl!
    weak var statusLabel: UILabel!

    override func viewDidLoad() {
      super.viewDidLoad()
      bindViewModel()
    }

    private func bindViewModel() {
      // Initial update
      updateUI()

      subscription = withGraphTracking {
        viewModel.$filteredTodos.onChange { [weak self] _ in
          DispatchQueue.main.async {
            self?.tableView.reloadData()
          }
        }

        viewModel.$completedCount.onChange { [weak self] _ in
          self?.updateStatusLabel()
        }

        viewModel.$remainingCount.onChange { [weak self] _ in
          self?.updateStatusLabel()
        }
      }
    }

    private func updateUI() {
      tableView.reloadData()
      updateStatusLabel()
    }

    private func updateStatusLabel() {
      let total = viewModel.todos.count
      let completed = viewModel.completedCount
      let remaining = viewModel.remainingCount

      statusLabel.text = "Total: \(total) • Completed: \(completed) • Remaining: \(remaining)"
    }

    func filterChanged() {
      let filters: [TodoFilter] = [.all, .active, .completed]
      viewModel.filter = filters[filterSegmentedControl.selectedSegmentIndex]
    }
  }
}

// MARK: - UITableViewDataSource and UITableViewDelegate
extension TableViewIntegration.TodoListViewController {
  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    return viewModel.filteredTodos.count
  }

  func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    viewModel.toggleTodo(at: indexPath.row)
  }

  func tableView(
    _ tableView: UITableView,
    commit editingStyle: UITableViewCell.EditingStyle,
    forRowAt indexPath: IndexPath
  ) {
    if editingStyle == .delete {
      viewModel.deleteTodo(at: indexPath.row)
    }
  }
}

@Suite @MainActor struct TableViewTests {
  @Test func `todos are counted and filtered`() {
    let model = TableViewIntegration.TodoListViewModel()
    model.addTodo("a")
    model.addTodo("b")
    model.addTodo("c")
    model.toggleTodo(at: 1)
    #expect(model.completedCount == 1)
    #expect(model.remainingCount == 2)

    model.filter = .completed
    #expect(model.filteredTodos.map(\.title) == ["b"])
    model.filter = .active
    #expect(model.filteredTodos.map(\.title) == ["a", "c"])
    model.deleteTodo(at: 1)
    #expect(model.todos.map(\.title) == ["a", "b"])
    model.toggleTodo(at: 7)
    #expect(model.remainingCount == 1)
  }

  @Test func `the table and the label follow the list`() async {
    let table = UITableView()
    let label = UILabel()
    let segments = UISegmentedControl()
    let controller = TableViewIntegration.TodoListViewController()
    controller.tableView = table
    controller.statusLabel = label
    controller.filterSegmentedControl = segments
    controller.viewDidLoad()
    await drainMainQueue()
    #expect(label.text == "Total: 0 • Completed: 0 • Remaining: 0")
    let reloads = table.reloadCount

    controller.viewModel.addTodo("a")
    await drainMainQueue()
    #expect(table.reloadCount == reloads + 1)
    #expect(label.text == "Total: 1 • Completed: 0 • Remaining: 1")

    controller.tableView(table, didSelectRowAt: IndexPath(row: 0, section: 0))
    await drainMainQueue()
    #expect(label.text == "Total: 1 • Completed: 1 • Remaining: 0")

    segments.selectedSegmentIndex = 1
    controller.filterChanged()
    #expect(controller.tableView(table, numberOfRowsInSection: 0) == 0)
    segments.selectedSegmentIndex = 0
    controller.filterChanged()
    controller.tableView(table, commit: .delete, forRowAt: IndexPath(row: 0, section: 0))
    await drainMainQueue()
    #expect(label.text == "Total: 0 • Completed: 0 • Remaining: 0")
  }
}
